package main

import (
	"sort"
	"sync"

	"example.com/receiver/jsontext"
)

// Resources applies the events of each resource in the order of its versions, after they have been answered.
type Resources struct {
	inbox *Inbox
	mutex sync.Mutex
	known map[key]*Resource
}

// Each family of events counts the versions of its resources itself.
type key struct {
	family Family
	id     string
}

// Resource has the highest applied version, and those that wait until the gap before them closes.
type Resource struct {
	Applied int64 // 0: none
	Pending map[int64]bool
}

func newResources(inbox *Inbox) *Resources {
	return &Resources{inbox: inbox, known: map[key]*Resource{}}
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

// handle is where the work of a real receiver begins. Test events never change a resource, and in a payload that isn't
// published, nothing is known to be a version.
func (resources *Resources) handle(event Event) {
	family := event.family()
	if event.isTest() || family == unpublished {
		return
	}
	id, _ := event.Text("resource_id")
	number, _ := event.Value("resource_version")
	next, _ := jsontext.Integer(number)
	resources.apply(key{family, id}, next)
}

func (resources *Resources) apply(key key, next int64) {
	resources.mutex.Lock()
	defer resources.mutex.Unlock()
	resource := resources.known[key]
	if resource == nil {
		resource = &Resource{Pending: map[int64]bool{}}
		resources.known[key] = resource
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

// read returns the applied version, 0 if there is none, and the waiting ones in ascending order. If several families have a
// resource with this id, it is that of the first.
func (resources *Resources) read(id string) (int64, []int64) {
	resources.mutex.Lock()
	defer resources.mutex.Unlock()
	pending := []int64{}
	for _, family := range []Family{access, product, subscription} {
		resource := resources.known[key{family, id}]
		if resource == nil {
			continue
		}
		for waiting := range resource.Pending {
			pending = append(pending, waiting)
		}
		sort.Slice(pending, func(a, b int) bool { return pending[a] < pending[b] })
		return resource.Applied, pending
	}
	return 0, pending
}
