-- What Prisma's schema language cannot say.

-- The least that Postgres allows for a list of new entries (migration 0033). Beside 256 kB, the write that merges such a list is over
-- in two thirds of the time, a search among new records takes a seventh less, and a write on the average as long
-- (`npm run bench -- --only search-after-writes`). In kB:
ALTER INDEX "ChallengeTitle_grams" SET (gin_pending_list_limit = 64);
ALTER INDEX "MissionTitle_grams" SET (gin_pending_list_limit = 64);
ALTER INDEX "SearchText_words" SET (gin_pending_list_limit = 64);
