import { prepareSite } from '../server/build'
import { command } from './command'

// What a platform runs after `npm ci`: it needs no database and no secret.
await command(() => prepareSite({ say: console.log, verbose: true }))
