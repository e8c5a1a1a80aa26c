package patricia

import "context"

// readAhead reads and verifies the pages that a walk will come to next, on other
// cores, while it is busy with this one. It begins with one page and doubles, so
// that a short walk reads little that it does not need.
type readAhead struct {
	ctx    context.Context
	loader *loader
	coming map[*node]chan loadedPage
	width  int
}

type loadedPage struct {
	page *node
	err  error
}

// maxAhead is the number of pages that are read ahead at most.
const maxAhead = 64

// start begins to read what lies next on the stack.
func (a *readAhead) start(stack []pending) {
	if len(a.coming) > a.width/2 {
		return // several at a time are more easily shared between cores
	}
	a.width = min(max(1, 2*a.width), maxAhead)
	for i := len(stack) - 1; i >= 0; i-- {
		a.visit(stack[i].node)
	}
}

// visit begins to read the pages below n that are not in memory.
func (a *readAhead) visit(n *node) {
	if len(a.coming) >= a.width || n.run != nil {
		return
	}
	if n.left != nil {
		a.visit(n.left)
		a.visit(n.right)
		return
	}
	if done, begun := a.coming[n]; begun {
		select {
		case got := <-done:
			done <- got // for the walk to take
			if got.err == nil && got.page.left != nil {
				a.visit(got.page) // an upper page shows what comes after it
			}
		default:
		}
		return
	}
	done := make(chan loadedPage, 1)
	a.coming[n] = done
	go func() {
		page, err := a.loader.read(a.ctx, n.hash)
		done <- loadedPage{page, err}
	}()
}

// take returns the page that n roots if it has been read ahead, or nil.
func (a *readAhead) take(n *node) (*node, error) {
	if a == nil {
		return nil, nil
	}
	done, begun := a.coming[n]
	if !begun {
		return nil, nil
	}
	delete(a.coming, n)
	got := <-done
	return got.page, got.err
}

// end waits for what is still being read and will not be needed.
func (a *readAhead) end() {
	for _, done := range a.coming {
		<-done
	}
}
