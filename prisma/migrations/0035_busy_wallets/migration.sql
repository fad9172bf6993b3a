-- What Prisma's schema language cannot say.

-- A contributor's missions in one state, and the missions with a bounty of an owner and of a contributor, newest first, however many
-- missions the wallet has besides.
CREATE INDEX "Mission_list_contributor_state" ON "Mission" ("contributorWallet", state, id DESC)
  WHERE "hiddenAt" IS NULL AND "contributorWallet" IS NOT NULL;
CREATE INDEX "Mission_bounty_owner" ON "Mission" (owner, id DESC)
  WHERE "hiddenAt" IS NULL AND coalesce("bountyChainId", "bountyTxHash", "bountyAmount", "bountyCurrency") IS NOT NULL;
CREATE INDEX "Mission_bounty_contributor" ON "Mission" ("contributorWallet", id DESC)
  WHERE "hiddenAt" IS NULL AND coalesce("bountyChainId", "bountyTxHash", "bountyAmount", "bountyCurrency") IS NOT NULL
    AND "contributorWallet" IS NOT NULL;

-- Without entries for missions that nobody has claimed, which nobody looks up here: what is published for anyone costs two less.
DROP INDEX "Mission_list_contributor";
CREATE INDEX "Mission_list_contributor" ON "Mission" ("contributorWallet", id DESC)
  WHERE "hiddenAt" IS NULL AND "contributorWallet" IS NOT NULL;
DROP INDEX "Mission_running_contributor";
CREATE INDEX "Mission_running_contributor" ON "Mission" ("contributorWallet", id DESC)
  WHERE "hiddenAt" IS NULL AND state NOT IN ('COMPLETED', 'FAILED', 'ABANDONED') AND "contributorWallet" IS NOT NULL;
