package main

import "example.com/receiver/jsontext"

// isValid returns whether an event has a type that is known, fits the schema of that type, and follows the rules between
// its fields.
func (event Event) isValid() bool {
	switch event.family() {
	case access:
		return envelope.allows(event.Object) && accessChange.allows(event.Data) &&
			event.links("subject_id", "access_revision")
	case product:
		return envelope.allows(event.Object) && productActivation.allows(event.Data) &&
			event.links("product_access_id", "version")
	case subscription:
		return envelope.allows(event.Object) && subscriptionSummary.allows(event.Data) &&
			event.links("id", "resource_version") && event.hasStatus() && event.hasPeriod() &&
			(event.isTest() || event.isBound())
	case unpublished:
		return unspecified.allows(event.Object)
	}
	return false
}

// links returns whether the envelope and its data speak of the same Organization, resource and version.
func (event Event) links(resource, versionOfData string) bool {
	outer, _ := event.Value("resource_version")
	inner, _ := event.Data.Value(versionOfData)
	outerVersion, _ := jsontext.Integer(outer)
	innerVersion, _ := jsontext.Integer(inner)
	return event.sameText("tenant_id", "organization_id") && event.sameText("resource_id", resource) &&
		outerVersion == innerVersion
}

func (event Event) sameText(name, nameInData string) bool {
	outer, _ := event.Text(name)
	inner, _ := event.Data.Text(nameInData)
	return outer == inner
}

func (event Event) hasStatus() bool {
	status, _ := event.Data.Text("status")
	statuses := subscriptionStatuses[event.Type]
	return statuses == nil || statuses[status]
}

func (event Event) hasPeriod() bool {
	start, _ := event.Data.Text("current_period_start")
	end, _ := event.Data.Text("current_period_end")
	startsAt, _ := parseInstant(start)
	endsAt, _ := parseInstant(end)
	return startsAt.before(endsAt)
}

// isBound returns whether a subscription says for which Application it is; a third party must reject one that doesn't.
func (event Event) isBound() bool {
	_, hasApplication := event.Data.Value("open_platform_application_id")
	_, hasEnvironment := event.Data.Value("environment")
	return hasApplication && hasEnvironment
}
