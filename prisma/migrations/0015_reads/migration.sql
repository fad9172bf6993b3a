-- What Prisma's schema language cannot say.

-- What waits for a verifier, the oldest first: a decision by its own id, as a proof has been, and not by its challenge's.
CREATE INDEX "Decision_review_queue" ON "Decision" (id) WHERE status = 'submitted';
DROP INDEX "Challenge_review_queue";
