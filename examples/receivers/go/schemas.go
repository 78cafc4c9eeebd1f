package main

var (
	environments  = set("sandbox", "production")
	isEnvironment = isOneOf(environments)
	isStatus      = isOneOf(set("trialing", "pending_payment", "active", "trial_ending", "renewal_pending",
		"plan_change_pending", "pause_pending", "paused", "cancellation_pending", "payment_failed", "past_due",
		"grace_period", "suspended", "cancelled", "expired", "terminated"))
)

// unspecified is the schema of events whose payload isn't shown; what else they have is stored as it is.
var unspecified = Schema{Required: map[string]Check{"event_id": isText, "event_type": isText}}

var envelope = Schema{Required: map[string]Check{
	"event_id":         isText,
	"event_type":       isText,
	"schema_version":   isOneOf(set("1")),
	"occurred_at":      isDateTime,
	"producer":         isText,
	"tenant_id":        isText,
	"resource_id":      isText,
	"resource_version": isVersion,
	"correlation_id":   isText,
	"data":             isObject,
}}

var accessChange = Schema{Required: map[string]Check{
	"subject_type":                 isText,
	"subject_id":                   isText,
	"organization_id":              isText,
	"open_platform_application_id": isText,
	"environment":                  isEnvironment,
	"product_code":                 isText,
	"access_revision":              isVersion,
}}

var productActivation = Schema{Required: map[string]Check{
	"organization_id":              isText,
	"product_access_id":            isText,
	"product_code":                 isText,
	"product_tenant_id":            isText,
	"open_platform_application_id": isText,
	"environment":                  isEnvironment,
	"status":                       isOneOf(set("trial", "active")),
	"version":                      isVersion,
}}

var subscriptionSummary = Schema{
	Required: map[string]Check{
		"id":                   isText,
		"organization_id":      isText,
		"party_id":             isText,
		"product_code":         isText,
		"plan_code":            isText,
		"plan_version":         isVersion,
		"status":               isStatus,
		"current_period_start": isDateTime,
		"current_period_end":   isDateTime,
		"status_effective_at":  isDateTime,
		"operation_id":         isText,
		"reason_code":          isText,
		"resource_version":     isVersion,
		"created_at":           isDateTime,
		"updated_at":           isDateTime,
	},
	Optional: map[string]Check{
		"open_platform_application_id": isText,
		"environment":                  isEnvironment,
		"application_slug":             isText,
		"brand_profile_code":           isText,
		"product_tenant_id":            isText,
		"order_id":                     isText,
		"billing_mode":                 isOneOf(set("free", "paid")),
		"upgrade_from_subscription_id": isText,
		"price_version_ref":            isText,
		"payment_reference":            isText,
		"trial_ending_at":              isDateTime,
		"trial_end":                    isDateTime,
		"renewal_window_start":         isDateTime,
		"grace_deadline":               isDateTime,
		"pause_end":                    isDateTime,
		"resume_status":                isStatus,
		"cancel_at":                    isDateTime,
		"cancel_at_period_end":         isBoolean,
		"pending_plan_code":            isText,
		"pending_plan_version":         isVersion,
		"pending_plan_effective_at":    isDateTime,
		"ended_at":                     isDateTime,
	},
}
