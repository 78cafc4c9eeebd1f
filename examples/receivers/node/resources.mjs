/** The versions of each resource, applied in order; §6.4. */
export function createResources() {
  const states = new Map();
  const at = (key) => states.get(key) ?? { applied: 0, pending: new Set() };
  return {
    apply(event) {
      const key = `${familyOf(event.event_type)} ${event.resource_id}`;
      const version = event.resource_version;
      const { applied, pending } = at(key);
      if (version > applied) pending.add(version);
      let next = applied;
      while (pending.delete(next + 1)) next += 1;
      states.set(key, { applied: next, pending });
    },
    find(id) {
      const key = [...states.keys()].find((each) => each.slice(each.indexOf(" ") + 1) === id);
      const { applied, pending } = at(key);
      return { applied_version: applied || null, pending_versions: [...pending] };
    },
  };
}

/** Events of the same family share the versions of a resource. */
function familyOf(type) {
  return type.startsWith("oem.subscription.") ? "subscription" : type;
}
