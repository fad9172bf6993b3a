-- What Prisma's schema language cannot say.

-- The unfinished missions of a contributor by their deadline, however many others have designated it for. Nobody reads them by their ids:
-- what a wallet has to do is found by states.
DROP INDEX "Mission_running_contributor";
CREATE INDEX "Mission_running_contributor" ON "Mission" ("contributorWallet", deadline, id)
  WHERE "hiddenAt" IS NULL AND state NOT IN ('COMPLETED', 'FAILED', 'ABANDONED') AND "contributorWallet" IS NOT NULL;
