import { Lifecycle } from '@/server/lifecycle'

// A process that is started in steps and then does nothing; its end is what a test looks at. Like Next, it tells in words of
// errors that nobody caught.
process.on('uncaughtException', (error) => console.error(error))
const life = new Lifecycle()
await life.run(async () => {
  setInterval(() => undefined, 1_000)
  console.log('ready')
})
