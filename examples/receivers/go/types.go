package main

import "regexp"

// Family is what an event is about.
type Family int

const (
	unknown Family = iota
	access
	product
	subscription
	unpublished // all events whose payload isn't shown
)

const callbackType = "token.agent.action.v1"

func (event Event) family() Family {
	_, isSubscription := subscriptionStatuses[event.Type]
	switch {
	case event.Type == "oem.access_context.changed.v1":
		return access
	case event.Type == "oem.product.activated.v1":
		return product
	case isSubscription:
		return subscription
	case unspecifiedTypes[event.Type] || supportTypes.MatchString(event.Type):
		return unpublished
	}
	return unknown
}

// subscriptionStatuses are the values of `data.status` that each event of a subscription may have; nil: every one.
var subscriptionStatuses = map[string]map[string]bool{
	"oem.subscription.activated.v1":              set("active"),
	"oem.subscription.cancellation_scheduled.v1": set("cancellation_pending"),
	"oem.subscription.cancelled.v1":              set("cancelled"),
	"oem.subscription.created.v1":                set("trialing", "pending_payment", "active"),
	"oem.subscription.expired.v1":                set("expired"),
	"oem.subscription.past_due.v1":               set("past_due", "grace_period"),
	"oem.subscription.pause_scheduled.v1":        set("pause_pending"),
	"oem.subscription.paused.v1":                 set("paused"),
	"oem.subscription.payment_failed.v1":         set("payment_failed", "past_due", "grace_period"),
	"oem.subscription.payment_method_updated.v1": nil,
	"oem.subscription.plan_change_scheduled.v1":  set("plan_change_pending"),
	"oem.subscription.plan_changed.v1":           set("active", "trialing", "trial_ending"),
	"oem.subscription.renewal_upcoming.v1":       set("renewal_pending"),
	"oem.subscription.renewed.v1":                set("active"),
	"oem.subscription.resumed.v1": set("active", "trialing", "trial_ending", "renewal_pending",
		"plan_change_pending", "cancellation_pending", "paused"),
	"oem.subscription.suspended.v1":     set("suspended"),
	"oem.subscription.terminated.v1":    set("terminated"),
	"oem.subscription.trial_ending.v1":  set("trial_ending"),
	"oem.subscription.trial_started.v1": set("trialing"),
	"oem.subscription.updated.v1": set("active", "trialing", "trial_ending", "renewal_pending",
		"plan_change_pending", "pause_pending", "paused", "cancellation_pending", "past_due", "grace_period", "suspended"),
}

// unspecifiedTypes are the events whose payload isn't shown.
var unspecifiedTypes = set(
	"billing.statement.published.v1",
	"identity.registration.completed.v1",
	"oem.support.request_received.v1",
	"payment.cancelled.v1",
	"payment.failed.v1",
	"payment.intent.created.v1",
	"payment.order.created.v1",
	"payment.pending.v1",
	"payment.refund.failed.v1",
	"payment.refund.pending.v1",
	"payment.refund.succeeded.v1",
	"payment.refund.unknown.v1",
	"payment.requires_action.v1",
	"payment.succeeded.v1",
	"payment.unknown.v1",
	callbackType,
)

// supportTypes are names of which only the suffix is published.
var supportTypes = regexp.MustCompile(`^oem\.support\..*(?:reply_created|status_changed)\.v1$`)
