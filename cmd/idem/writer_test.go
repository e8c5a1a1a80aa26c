package main

func writeForever() {}
func addEach()      {}
