-- What Prisma's schema language cannot say.

-- Lists in the order of the day that is to come, of what is under way: a challenge's until its decision, a mission's until its
-- outcome.
CREATE INDEX "Challenge_list_day" ON "Challenge"
  ((CASE WHEN state = 'AWAITING_DECISION' THEN "decisionDeadline" ELSE "submissionDeadline" END), id)
  WHERE "hiddenAt" IS NULL AND state IN ('DRAFT', 'OPEN', 'AWAITING_DECISION');
CREATE INDEX "Challenge_list_state_day" ON "Challenge"
  (state, (CASE WHEN state = 'AWAITING_DECISION' THEN "decisionDeadline" ELSE "submissionDeadline" END), id)
  WHERE "hiddenAt" IS NULL AND state IN ('DRAFT', 'OPEN', 'AWAITING_DECISION');
CREATE INDEX "Mission_list_day" ON "Mission" (deadline, id)
  WHERE "hiddenAt" IS NULL AND state NOT IN ('COMPLETED', 'FAILED', 'ABANDONED');
CREATE INDEX "Mission_list_state_day" ON "Mission" (state, deadline, id)
  WHERE "hiddenAt" IS NULL AND state NOT IN ('COMPLETED', 'FAILED', 'ABANDONED');

-- Missions that anybody may claim, and missions with a bounty, in both orders.
CREATE INDEX "Mission_open" ON "Mission" (id DESC)
  WHERE "hiddenAt" IS NULL AND state = 'SEED' AND "contributorWallet" IS NULL;
CREATE INDEX "Mission_open_day" ON "Mission" (deadline, id)
  WHERE "hiddenAt" IS NULL AND state = 'SEED' AND "contributorWallet" IS NULL;
CREATE INDEX "Mission_with_bounty" ON "Mission" (id DESC)
  WHERE "hiddenAt" IS NULL AND coalesce("bountyChainId", "bountyTxHash", "bountyAmount", "bountyCurrency") IS NOT NULL;
CREATE INDEX "Mission_bounty_state" ON "Mission" (state, id DESC)
  WHERE "hiddenAt" IS NULL AND coalesce("bountyChainId", "bountyTxHash", "bountyAmount", "bountyCurrency") IS NOT NULL;
CREATE INDEX "Mission_bounty_day" ON "Mission" (deadline, id)
  WHERE "hiddenAt" IS NULL AND coalesce("bountyChainId", "bountyTxHash", "bountyAmount", "bountyCurrency") IS NOT NULL
    AND state NOT IN ('COMPLETED', 'FAILED', 'ABANDONED');
CREATE INDEX "Mission_bounty_state_day" ON "Mission" (state, deadline, id)
  WHERE "hiddenAt" IS NULL AND coalesce("bountyChainId", "bountyTxHash", "bountyAmount", "bountyCurrency") IS NOT NULL
    AND state NOT IN ('COMPLETED', 'FAILED', 'ABANDONED');
