package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Times and sizes that bound what a client can hold on to.
const (
	headerTime = 10 * time.Second // for a client to send the header of a request
	idleTime   = 2 * time.Minute  // for a connection without request
	patience   = 30 * time.Second // for a client to take the next chunk of an answer
	grace      = 10 * time.Second // for requests in progress when the server stops
	maxHeader  = 32 << 10         // bytes of a request's header
)

// Serve answers the requests that come to a listener until ctx ends. Then it takes no
// more of them, gives those in progress ten seconds to finish, and returns nil if
// they do. It closes the listener.
func Serve(ctx context.Context, l net.Listener, h http.Handler, logger *slog.Logger) error {
	s := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTime,
		IdleTimeout:       idleTime,
		WriteTimeout:      patience, // New puts it off for each chunk that it sends
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}
	failed := make(chan error, 1)
	go func() { failed <- s.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}

	// ctx has ended, but what it carries is still good.
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	err := s.Shutdown(stop)
	if errors.Is(err, context.DeadlineExceeded) {
		_ = s.Close()
		return fmt.Errorf("server: requests in progress were cut off after %v", grace)
	}
	return err
}
