/** Texts of how an endpoint's deliveries are doing, in English. */
export const en = {
  failing: {
    title:
      "Deliveries fail: {attempts, plural, one {the last attempt} other {all # attempts}} since {since} failed",
    because:
      "Since {change}, {attempts, plural, one {the only attempt has} other {all # attempts have}} failed with {errors}.",
    several: "Between the last success ({success}) and the first failure ({since}), these were changed:",
    unchanged:
      "Since {since}, every attempt has failed with {errors}. Nothing was changed here between the last success ({success}) and the first failure.",
    never: "Since {since}, every attempt has failed with {errors}. No successful attempt is known.",
    errors: "They failed with {errors}.",
    newSecret: "Give the receiver the present secret: reveal it on the Webhook page.",
    newUrl: "Check that the receiver at the new URL has this application's credentials.",
  },
  behind: {
    title:
      "{failed, plural, =0 {Deliveries are retried} one {# event wasn't delivered} other {# events weren't delivered}}",
    text: "The endpoint answers. {retrying, plural, =0 {Nothing waits for another attempt.} one {# delivery waits for another attempt.} other {# deliveries wait for another attempt.}}",
  },
  failed:
    "{failed, plural, one {# event has} other {# events have}} failed for good; they can be delivered again.",
  circuit: "The circuit is open: nothing is sent until {at}. That attempt decides whether it closes.",
  next: "The next attempt is due at {at}.",
  nextNow: "The next attempt is due now.",
  paused: "Paused since {at}.",
  pausedUnknown: "Paused; since when isn't known.",
  change: {
    "credential-rotated": "the {credential} was rotated to version {version} at {at}",
    "url-changed": "the URL was changed at {at}",
    "encryption-changed": "encryption was switched at {at}",
    "events-changed": "other events were chosen at {at}",
    resumed: "it was resumed at {at}",
  },
  toDeliveries: "See what failed",
  redeliver: {
    action: "Deliver all failed again",
    title: "Deliver all failed events again?",
    count:
      "{count, plural, =0 {No event has failed.} one {# event has failed.} other {# events have failed.}}",
    countMore: "{count, number} events or more have failed.",
    filtered: "Only those that the filters let through: {filters}.",
    text: "Each is sent again with the same event id and content, the oldest first, at most 50 in a second. No new business event is created; your receiver must treat what it knows as a duplicate.",
    pausedHelp: "The endpoint is paused: they wait until you resume it.",
    circuitHelp: "The circuit is open: they wait until {at}.",
    failingHelp: "Its latest attempts failed. If the receiver isn't repaired, they fail again.",
    confirm: "Deliver {count, plural, one {# event} other {# events}} again",
    confirmMore: "Deliver them again",
    begun: "{begun, number} of {count, number} begun",
    progress: "Begun",
    waiting: "{delivered, number} delivered again, {failed, number} failed, {waiting, number} still waiting.",
    waitingHelp: "They are sent by themselves, whether this stays open or not.",
    done: "{delivered, number} delivered again, {failed, number} failed.",
    refused: "{count, plural, one {# can't} other {# can't}} be delivered again.",
    close: "Close",
    stop: "Stop",
    stopped: "Stopped: the others weren't begun.",
  },
};
