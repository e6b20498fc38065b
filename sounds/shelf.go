// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"context"
	"slices"
	"sync"

	"github.com/ledpost/ledpost/sounds/fetch"
)

// aheadURLs is how many sounds are fetched before they are needed. Each takes at
// most fetch.MaxBytes of memory, and so does the one that plays.
const aheadURLs = 3

// A shelf holds the downloads that play or wait to play. Only one goroutine may
// use it.
type shelf struct {
	client *fetch.Client
	ctx    context.Context // ends every download
	wg     *sync.WaitGroup
	items  map[string]*item
	begun  uint64 // downloads since the start
}

type item struct {
	*fetch.Download
	cancel context.CancelFunc
}

// get returns the download of url; one that has failed is started again.
func (s *shelf) get(url string) *fetch.Download {
	if it := s.items[url]; it != nil && !it.Failed() {
		return it.Download
	}
	s.drop(url)
	ctx, cancel := context.WithCancel(s.ctx)
	d := s.client.Download(url)
	s.items[url] = &item{d, cancel}
	s.begun++
	s.wg.Go(func() { defer cancel(); d.Run(ctx) })
	return d
}

// keep starts downloads of the new urls, and drops all downloads that are not
// listed.
func (s *shelf) keep(playing string, urls []string) {
	for url := range s.items {
		if url != playing && !slices.Contains(urls, url) {
			s.drop(url)
		}
	}
	for _, url := range urls {
		if s.items[url] == nil { // one that failed is tried again when it plays
			s.get(url)
		}
	}
}

func (s *shelf) drop(url string) {
	if it := s.items[url]; it != nil {
		it.cancel()
		it.Close()
		delete(s.items, url)
	}
}
