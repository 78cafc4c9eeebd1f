"""The document's tables of events and fields (§2.2 to §2.6, §6.5, §6.6), as data."""

STATUSES = (
    "trialing pending_payment active trial_ending renewal_pending plan_change_pending pause_pending paused "
    "cancellation_pending payment_failed past_due grace_period suspended cancelled expired terminated"
).split()

# §6.5: which status an event may report.
SUBSCRIPTION_EVENTS = {
    f"oem.subscription.{name}.v1": statuses.split()
    for name, statuses in {
        "created": "trialing pending_payment active",
        "updated": "active trialing trial_ending renewal_pending plan_change_pending pause_pending paused "
        "cancellation_pending past_due grace_period suspended",
        "trial_started": "trialing",
        "trial_ending": "trial_ending",
        "activated": "active",
        "renewal_upcoming": "renewal_pending",
        "renewed": "active",
        "payment_failed": "payment_failed past_due grace_period",
        "past_due": "past_due grace_period",
        "payment_method_updated": " ".join(STATUSES),
        "pause_scheduled": "pause_pending",
        "paused": "paused",
        "resumed": "active trialing trial_ending renewal_pending plan_change_pending cancellation_pending paused",
        "cancellation_scheduled": "cancellation_pending",
        "cancelled": "cancelled",
        "plan_change_scheduled": "plan_change_pending",
        "plan_changed": "active trialing trial_ending",
        "suspended": "suspended",
        "expired": "expired",
        "terminated": "terminated",
    }.items()
}

ACCESS_CHANGED = "oem.access_context.changed.v1"
PRODUCT_ACTIVATED = "oem.product.activated.v1"
CALLBACK = "token.agent.action.v1"

# §6.6: known by name, without a published payload.
UNSPECIFIED = frozenset(
    "identity.registration.completed.v1 billing.statement.published.v1 oem.support.request_received.v1".split()
    + [f"payment.{name}.v1" for name in "order.created intent.created requires_action pending succeeded".split()]
    + [f"payment.{name}.v1" for name in "failed cancelled unknown".split()]
    + [f"payment.refund.{name}.v1" for name in "pending unknown succeeded failed".split()]
)
SUPPORT_SUFFIXES = ("reply_created.v1", "status_changed.v1")

# A field's type: text, time, version, flag, or the list of its values.
TEXT, TIME, VERSION, FLAG = "text", "time", "version", "flag"
ENVIRONMENTS = ["sandbox", "production"]

ENVELOPE = {
    **dict.fromkeys("event_id event_type producer tenant_id resource_id correlation_id".split(), TEXT),
    "schema_version": ["1"],
    "occurred_at": TIME,
    "resource_version": VERSION,
}

SUMMARY = {
    **dict.fromkeys("id organization_id party_id product_code plan_code operation_id reason_code".split(), TEXT),
    **dict.fromkeys("current_period_start current_period_end status_effective_at created_at updated_at".split(), TIME),
    **dict.fromkeys("plan_version resource_version".split(), VERSION),
}

SUMMARY_OPTIONAL = {
    **dict.fromkeys(
        "open_platform_application_id application_slug brand_profile_code product_tenant_id order_id "
        "upgrade_from_subscription_id price_version_ref payment_reference pending_plan_code".split(),
        TEXT,
    ),
    **dict.fromkeys(
        "trial_ending_at trial_end renewal_window_start grace_deadline pause_end cancel_at "
        "pending_plan_effective_at ended_at".split(),
        TIME,
    ),
    "environment": ENVIRONMENTS,
    "billing_mode": ["free", "paid"],
    "resume_status": STATUSES,
    "cancel_at_period_end": FLAG,
    "pending_plan_version": VERSION,
}

ACCESS_CHANGE = {
    **dict.fromkeys(
        "subject_type subject_id organization_id open_platform_application_id product_code".split(), TEXT
    ),
    "environment": ENVIRONMENTS,
    "access_revision": VERSION,
}

ACTIVATION = {
    **dict.fromkeys(
        "organization_id product_access_id product_code product_tenant_id open_platform_application_id".split(), TEXT
    ),
    "environment": ENVIRONMENTS,
    "status": ["trial", "active"],
    "version": VERSION,
}
