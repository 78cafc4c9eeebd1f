package main

import (
	"sort"
	"sync"
)

// Resources applies the events of each resource in the order of its versions, after they have been answered.
type Resources struct {
	inbox *Inbox
	mutex sync.Mutex
	byID  map[string]*Resource
}

// Resource has the highest applied version, and those that wait until the gap before them closes.
type Resource struct {
	Applied int64 // 0: none
	Pending map[int64]bool
}

func newResources(inbox *Inbox) *Resources {
	return &Resources{inbox: inbox, byID: map[string]*Resource{}}
}

// run never returns.
func (resources *Resources) run() {
	done := 0
	for range resources.inbox.stored {
		records := resources.inbox.after(done)
		for _, record := range records {
			resources.handle(record.event())
		}
		done += len(records)
	}
}

// handle is where the work of a real receiver begins. Test events never change a resource.
func (resources *Resources) handle(event Event) {
	id, hasID := event.text("resource_id")
	number, hasVersion := event.value("resource_version")
	if event.isTest() || !hasID || !hasVersion {
		return
	}
	if next, valid := version(number); valid {
		resources.apply(id, next)
	}
}

func (resources *Resources) apply(id string, next int64) {
	resources.mutex.Lock()
	defer resources.mutex.Unlock()
	resource := resources.byID[id]
	if resource == nil {
		resource = &Resource{Pending: map[int64]bool{}}
		resources.byID[id] = resource
	}
	if next <= resource.Applied {
		return // stale
	}
	resource.Pending[next] = true
	for resource.Pending[resource.Applied+1] {
		resource.Applied++
		delete(resource.Pending, resource.Applied)
	}
}

// read returns the applied version, 0 if there is none, and the waiting ones in ascending order.
func (resources *Resources) read(id string) (int64, []int64) {
	resources.mutex.Lock()
	defer resources.mutex.Unlock()
	pending := []int64{}
	resource := resources.byID[id]
	if resource == nil {
		return 0, pending
	}
	for waiting := range resource.Pending {
		pending = append(pending, waiting)
	}
	sort.Slice(pending, func(a, b int) bool { return pending[a] < pending[b] })
	return resource.Applied, pending
}
