-- The Muse with which the service last tried to send a post: its settings may name another one by the time the post is looked for.
ALTER TABLE "OutboxItem" ADD COLUMN "attemptedBy" TEXT;

-- What Prisma's schema language cannot say.

DROP TRIGGER kept ON "OutboxItem";
CREATE TRIGGER kept BEFORE UPDATE ON "OutboxItem" FOR EACH ROW
  EXECUTE FUNCTION refuse_rewrite('state', 'attempts', 'attemptedAt', 'attemptedBy', 'postId', 'postUrl', 'sentAt', 'historySeq', 'historyHead');
