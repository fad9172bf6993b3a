import { prepareSite } from '../server/build'
import { command } from './command'

// Builds the site for a hosting platform, after `npm ci`. Needs no database and no secret.
await command(() => prepareSite({ say: console.log, verbose: true }))
