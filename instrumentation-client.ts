// Runs in the browser before the site's own code. The pages' policy forbids evaluating text as code; zod would try it
// once to see whether it may, which browsers report as an attack. This is where zod looks for its settings.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
