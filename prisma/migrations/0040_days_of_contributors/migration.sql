-- What Prisma's schema language cannot say.

-- The unfinished missions that a wallet has contributed to, and those of its missions that have a bounty, by their deadline, however many
-- others have designated it for.
CREATE INDEX "Mission_contributed_day" ON "Mission" ("contributorWallet", deadline, id)
  WHERE "hiddenAt" IS NULL AND state NOT IN ('COMPLETED', 'FAILED', 'ABANDONED') AND "contributorWallet" IS NOT NULL
    AND (state <> 'SEED' OR reopened);
CREATE INDEX "Mission_bounty_contributor_day" ON "Mission" ("contributorWallet", deadline, id)
  WHERE "hiddenAt" IS NULL AND coalesce("bountyChainId", "bountyTxHash", "bountyAmount", "bountyCurrency") IS NOT NULL
    AND state NOT IN ('COMPLETED', 'FAILED', 'ABANDONED') AND "contributorWallet" IS NOT NULL;
