package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write what the commands say into testdata/*.txtar")

// GORACE of the commands that the tests run: with the race detector they would
// wait for a second before they end.
const raceOptions = "atexit_sleep_ms=0"

// The test binary is also the commands that the tests run.
func TestMain(m *testing.M) {
	if os.Getenv("GORACE") == "" {
		os.Setenv("GORACE", raceOptions)
	}
	testscript.Main(m, map[string]func(){
		"idem":         main,
		"idem-write":   writeForever,
		"idem-add":     addEach,
		"idem-collect": collectForever,
	})
}

// TestScripts runs testdata/*.txtar, one file for each command.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Cmds:                scriptCommands,
		Setup: func(e *testscript.Env) error {
			home := filepath.Join(e.WorkDir, ".home")
			e.Setenv("HOME", home)
			e.Setenv("IDEM_STORE", "")
			e.Setenv("NO_COLOR", "1")
			e.Setenv("GORACE", raceOptions)
			e.Setenv("nl", "\n")
			e.Setenv("bad", "some granule \x01\n")
			return os.Mkdir(home, 0o755)
		},
	})
}
