-- What Prisma's schema language cannot say. Everything here is held by the database, not by process memory.

-- Literal substring search of titles (lib/db/title-search.ts): by their pieces of one to three characters, or by walking
-- them from the newest on.
CREATE FUNCTION title_grams(title text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_agg(DISTINCT substr(title, place, length)) FROM generate_series(1, length(title)) AS place, generate_series(1, 3) AS length
  WHERE place + length - 1 <= length(title)
$$;
CREATE INDEX "ChallengeTitle_grams" ON "ChallengeTitle" USING gin (title_grams(folded));
CREATE INDEX "MissionTitle_grams" ON "MissionTitle" USING gin (title_grams(folded));

-- Keyset paging: ids are UUIDv7, so newest first is the id, descending; the whole list is the primary key backwards.
-- Hidden records, few, are absent from the rest. A move touches every index here, so each has its list.
CREATE INDEX "Challenge_list_state" ON "Challenge" (state, id DESC) WHERE "hiddenAt" IS NULL;
CREATE INDEX "Challenge_list_owner" ON "Challenge" (owner, id DESC) WHERE "hiddenAt" IS NULL;
CREATE INDEX "Challenge_list_owner_state" ON "Challenge" (owner, state, id DESC) WHERE "hiddenAt" IS NULL;
CREATE INDEX "Mission_list_state" ON "Mission" (state, id DESC) WHERE "hiddenAt" IS NULL;
CREATE INDEX "Mission_list_owner" ON "Mission" (owner, id DESC) WHERE "hiddenAt" IS NULL;
CREATE INDEX "Mission_list_owner_state" ON "Mission" (owner, state, id DESC) WHERE "hiddenAt" IS NULL;
CREATE INDEX "Mission_list_contributor" ON "Mission" ("contributorWallet", id DESC) WHERE "hiddenAt" IS NULL;

-- A wallet's unfinished challenges are counted, hidden ones too.
CREATE INDEX "Challenge_unfinished" ON "Challenge" (owner) WHERE state NOT IN ('CONVERTED_TO_MISSION', 'CANCELLED');

-- The deadline tick finds its rows here, and nothing else.
CREATE INDEX "Challenge_due" ON "Challenge" ("submissionDeadline", id) WHERE state = 'OPEN';

-- What waits for a verifier.
CREATE INDEX "Challenge_review_queue" ON "Challenge" (id) WHERE state = 'DECISION_SUBMITTED' AND "hiddenAt" IS NULL;
CREATE INDEX "Proof_review_queue" ON "Proof" (id) WHERE status = 'submitted' AND "hiddenAt" IS NULL;

-- Once-only facts.
CREATE UNIQUE INDEX "Decision_one_live" ON "Decision" ("challengeId") WHERE status <> 'rejected';
CREATE UNIQUE INDEX "Proof_one_waiting" ON "Proof" ("missionId") WHERE status = 'submitted' AND "hiddenAt" IS NULL;

-- A balance is the sum of the entries: read from the index alone.
CREATE INDEX "SeedEntry_balance" ON "SeedEntry" (wallet) INCLUDE (amount);
CREATE INDEX "Notification_unread" ON "Notification" (wallet) WHERE "readAt" IS NULL;
-- Newest receipts first.
CREATE INDEX "Receipt_list" ON "Receipt" (id DESC);

-- Counters are worth nothing after a crash, so they cost no WAL.
ALTER TABLE "RateLimit" SET UNLOGGED;

-- Facts are added, never changed or taken back.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;

DO $$
DECLARE fact text;
BEGIN
  FOREACH fact IN ARRAY ARRAY['HistoryEvent', 'SeedEntry', 'Receipt', 'SignedVerdict', 'Submission', 'Payment'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()', fact);
    EXECUTE format('CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', fact);
  END LOOP;
END $$;

-- A balance can never be negative: the statement that would make it so is refused whole.
CREATE FUNCTION refuse_negative_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.amount < 0 AND (SELECT coalesce(sum(amount), 0) FROM "SeedEntry" WHERE wallet = NEW.wallet) < 0 THEN
    RAISE EXCEPTION 'the Seeds of % would become negative', NEW.wallet USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER balance_not_negative AFTER INSERT ON "SeedEntry" DEFERRABLE INITIALLY IMMEDIATE
  FOR EACH ROW EXECUTE FUNCTION refuse_negative_balance();
