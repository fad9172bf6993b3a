-- By these a program that has the handle of a finished request is told the result of its own call, and of no other: what was asked
-- is forgotten by then.
ALTER TABLE "AgentRequest" ADD COLUMN "fieldHashes" TEXT;
