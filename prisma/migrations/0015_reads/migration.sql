-- What Prisma's schema language cannot say.

-- What waits for a verifier, the oldest first: a decision by its own id, as a proof has been, and not by its challenge's.
CREATE INDEX "Decision_review_queue" ON "Decision" (id) WHERE status = 'submitted';
DROP INDEX "Challenge_review_queue";

-- Receipts, newest first, by outcome and by the wallets that they name. Those stand in the receipt itself, which no version
-- that is running writes otherwise. Reading them out of it costs more than anything else of a row, so only the index is asked.
CREATE FUNCTION receipt_party(body text, party text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
  SELECT body::json #>> ARRAY['terms', party]
$$;
CREATE INDEX "Receipt_list_contributor" ON "Receipt" (receipt_party(body, 'contributorWallet'), id DESC);
CREATE INDEX "Receipt_list_owner" ON "Receipt" (receipt_party(body, 'owner'), id DESC);
CREATE INDEX "Receipt_list_outcome" ON "Receipt" (outcome, id DESC);

-- The response links that a wallet recorded, newest first.
CREATE INDEX "Submission_list_submitter" ON "Submission" ("submittedBy", id DESC) WHERE "hiddenAt" IS NULL;

-- Verifiers and outcomes are few and their rows many, so a plan that does not know which one is asked for would walk the whole
-- list, or sort all of it. Each is told as one of many: the planner then takes the index that is in the order of the list.
ALTER TABLE "SignedVerdict" ALTER COLUMN verifier SET (n_distinct = 10000);
ALTER TABLE "Receipt" ALTER COLUMN outcome SET (n_distinct = 10000);
