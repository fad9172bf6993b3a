-- What Prisma's schema language cannot say.

-- The missions of a wallet that are under way, newest first, however many have ended.
CREATE INDEX "Mission_running_owner" ON "Mission" (owner, id DESC)
  WHERE "hiddenAt" IS NULL AND state NOT IN ('COMPLETED', 'FAILED', 'ABANDONED');
CREATE INDEX "Mission_running_contributor" ON "Mission" ("contributorWallet", id DESC)
  WHERE "hiddenAt" IS NULL AND state NOT IN ('COMPLETED', 'FAILED', 'ABANDONED');
