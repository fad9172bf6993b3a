-- What Prisma's schema language cannot say.

-- A wallet's news, newest first, however many calls to action stand between them.
CREATE INDEX "Notification_news" ON "Notification" (wallet, id DESC)
  WHERE "hiddenAt" IS NULL AND kind NOT IN ('decision-waiting', 'designated', 'proof-waiting', 'record-reported');
