/** The statements of each version, from 1; a released one never changes. */
export const migrations: readonly (readonly string[])[] = [
  [
    `create table inbox_events (
      sequence integer primary key autoincrement,
      key text not null unique,
      application text not null,
      event_id text not null,
      event_type text not null,
      delivery_id text not null,
      correlation_id text,
      json text not null,
      test integer not null,
      received_at integer not null,
      family text,
      resource text,
      resource_key text,
      version integer,
      state text not null,
      due_at integer not null,
      lease text,
      attempts integer not null,
      error text,
      settled_at integer
    )`,
    "create index inbox_events_due on inbox_events (application, due_at, sequence) where state = 'pending'",
    "create index inbox_events_state on inbox_events (state, application, received_at)",
    "create index inbox_events_version on inbox_events (resource_key, version) where resource_key is not null",
    "create index inbox_events_resource on inbox_events (resource) where resource is not null",
    `create table inbox_resources (
      key text primary key,
      application text not null,
      family text not null,
      resource text not null,
      version integer not null,
      attempts integer not null,
      due_at integer not null,
      lease text
    ) without rowid`,
    "create index inbox_resources_resource on inbox_resources (resource)",
    "create table nonces (key text primary key, expires_at integer not null) without rowid",
    "create index nonces_expires_at on nonces (expires_at)",
  ],
];
