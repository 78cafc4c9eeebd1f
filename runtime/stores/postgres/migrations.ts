/** The statements of each version, from 1; a released one never changes. `$schema` is replaced by the quoted schema. */
export const migrations: readonly (readonly string[])[] = [
  [
    `create table $schema.inbox_events (
      key text collate "C" primary key,
      sequence bigint generated always as identity unique,
      application text not null,
      event_id text not null,
      event_type text not null,
      delivery_id text not null,
      correlation_id text,
      json text not null,
      test boolean not null,
      received_at bigint not null,
      family text,
      resource text,
      resource_key text collate "C",
      version bigint,
      state text not null,
      due_at bigint not null,
      lease text,
      attempts integer not null,
      error text,
      settled_at bigint
    )`,
    `create index inbox_events_due on $schema.inbox_events (application, due_at, sequence) where state = 'pending'`,
    `create index inbox_events_stuck on $schema.inbox_events (application, state, received_at)
      where state in ('waiting', 'dead')`,
    `create index inbox_events_version on $schema.inbox_events (resource_key, version) where resource_key is not null`,
    `create table $schema.inbox_resources (
      key text collate "C" primary key,
      application text not null,
      family text not null,
      resource text not null,
      version bigint not null,
      attempts integer not null,
      due_at bigint not null,
      lease text
    )`,
    // By hash, since an id may be longer than an index entry.
    `create index inbox_resources_resource on $schema.inbox_resources (md5(resource))`,
    `create table $schema.nonces (
      key text collate "C" primary key,
      expires_at bigint not null
    )`,
    "create index nonces_expires_at on $schema.nonces (expires_at)",
  ],
  ["alter table $schema.inbox_events add column occurred_at bigint"],
];
