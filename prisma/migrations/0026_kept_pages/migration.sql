-- What is looked up by its key in every write and purged when it is old. Were the empty pages given back, a plan that is made
-- after a quiet time would read such a table whole, and go on doing so while it fills, until it is analyzed again.
ALTER TABLE "IdempotencyKey" SET (vacuum_truncate = off);
ALTER TABLE "SigningNonce" SET (vacuum_truncate = off);
ALTER TABLE "AgentRequest" SET (vacuum_truncate = off);
ALTER TABLE "Session" SET (vacuum_truncate = off);
