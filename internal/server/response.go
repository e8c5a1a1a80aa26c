package server

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"time"
)

// chunk is how many bytes of an answer are gathered before they are sent.
const chunk = 32 << 10

var (
	// errHeadOnly ends the handler of a HEAD request when the answer has become so
	// long that the rest is not worth making.
	errHeadOnly = errors.New("the request is for the header only")
	// errGone is returned when the client does not take the answer.
	errGone = errors.New("the client is gone")
)

// response gathers the beginning of an answer, and sends it when it has become long.
// Until then an error can take its place. It is an http.ResponseWriter.
type response struct {
	w      http.ResponseWriter
	r      *http.Request
	header http.Header // of the answer, if the handler succeeds
	status int
	body   []byte
	sent   bool // the header is sent, and with it the chance to say anything else
}

// Header implements http.ResponseWriter.
func (o *response) Header() http.Header { return o.header }

// WriteHeader implements http.ResponseWriter.
func (o *response) WriteHeader(status int) { o.status = status }

// Write implements io.Writer.
func (o *response) Write(p []byte) (int, error) {
	if len(o.body)+len(p) > chunk {
		if err := o.flush(); err != nil {
			return 0, err
		}
	}
	o.body = append(o.body, p...)
	return len(p), nil
}

// flush sends what has been gathered.
func (o *response) flush() error {
	o.sendHeader()
	if o.r.Method == http.MethodHead {
		return errHeadOnly
	}
	// Each chunk has its own time, so that the whole may take as long as it likes.
	// A ResponseWriter that cannot do that has no deadline to be put off.
	_ = http.NewResponseController(o.w).SetWriteDeadline(time.Now().Add(patience))
	if _, err := o.w.Write(o.body); err != nil {
		return fmt.Errorf("%w: %v", errGone, err)
	}
	o.body = o.body[:0]
	return nil
}

// finish sends the rest.
func (o *response) finish() error {
	if !o.sent && o.status != http.StatusNotModified {
		o.header.Set("Content-Length", strconv.Itoa(len(o.body)))
	}
	return o.flush()
}

func (o *response) sendHeader() {
	if o.sent {
		return
	}
	o.sent = true
	maps.Copy(o.w.Header(), o.header)
	o.w.WriteHeader(o.status)
}

// answer lets the handler answer the request, and sees to it that the answer is
// whole, a failure, or visibly cut.
func (s *server) answer(w http.ResponseWriter, r *http.Request, h handler) {
	o := &response{w: w, r: r, header: http.Header{}, status: http.StatusOK}
	err := h(o, r)
	if err == nil {
		err = o.finish()
	}
	switch {
	case err == nil, errors.Is(err, errHeadOnly):
		return
	case errors.Is(err, errGone), r.Context().Err() != nil:
		// There is nobody to tell.
	case !o.sent:
		s.fail(w, r, err)
		return
	default:
		s.logger.ErrorContext(r.Context(), "answer cut off", "method", r.Method, "path", r.URL.Path, "error", err)
	}
	panic(http.ErrAbortHandler)
}
