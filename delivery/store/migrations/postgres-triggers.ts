/**
 * What PostgreSQL does once for each statement that writes `deliveries`. The settings are of the function alone: its plans are made while the
 * tables may still be small, and are kept.
 */
export function postgresTriggers(schema = "public"): readonly string[] {
  const own = (name: string): string => `"${schema.replaceAll('"', '""')}"."${name}"`;
  const [waiting, sending, undelivered] = ["waiting", "sending", "undelivered"].map(own);
  const note = own("note_states");
  const body = `
declare
  has_waiting boolean;
  has_sending boolean;
  has_undelivered boolean;
begin
  if tg_op = 'TRUNCATE' then
    truncate ${waiting}, ${sending}, ${undelivered};
    return null;
  end if;
  if tg_op <> 'INSERT' then
    select bool_or(state = 'pending'), bool_or(state = 'sending'), bool_or(state in ('failed', 'cancelled'))
      into has_waiting, has_sending, has_undelivered from old_rows;
    if has_waiting then
      delete from ${waiting} w using old_rows o where o.state = 'pending' and w.sequence = o.sequence;
    end if;
    if has_sending then
      delete from ${sending} s using old_rows o
        where o.state = 'sending' and s.endpoint_id = o.endpoint_id and s.sequence = o.sequence;
    end if;
    if has_undelivered then
      delete from ${undelivered} u using old_rows o where u.state = o.state and u.sequence = o.sequence;
    end if;
  end if;
  if tg_op <> 'DELETE' then
    select bool_or(state = 'pending'), bool_or(state = 'sending'), bool_or(state in ('failed', 'cancelled'))
      into has_waiting, has_sending, has_undelivered from new_rows;
    if has_waiting then
      insert into ${waiting} (sequence, endpoint_id, due_at, kind)
        select sequence, endpoint_id, due_at, kind from new_rows where state = 'pending';
    end if;
    if has_sending then
      insert into ${sending} (endpoint_id, sequence)
        select endpoint_id, sequence from new_rows where state = 'sending';
    end if;
    if has_undelivered then
      insert into ${undelivered} (state, sequence)
        select state, sequence from new_rows where state in ('failed', 'cancelled');
    end if;
  end if;
  return null;
end`;
  const trigger = (event: string, rows: string): string =>
    `create trigger note_${event} after ${event} on ${own("deliveries")} ${rows}
      for each statement execute function ${note}()`;
  return [
    `create function ${note}() returns trigger language plpgsql
      set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $body$${body}$body$`,
    trigger("insert", "referencing new table as new_rows"),
    trigger("update", "referencing old table as old_rows new table as new_rows"),
    trigger("delete", "referencing old table as old_rows"),
    trigger("truncate", ""),
  ];
}
