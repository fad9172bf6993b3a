/** The advice to a program whose keyed write got no certain answer. It ends the error's message; a page has words of its own. */
export const SAME_KEY = 'Send the same request with the same Idempotency-Key again: it acts once.'
