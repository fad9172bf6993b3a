type Task = (input: never) => unknown

/** The worker's side of `startWorker`: answers tasks one after the other as they come. */
export function answerTasks(tasks: Record<string, Task>): void {
  const all: Record<string, Task> = { ready: () => true, ...tasks }
  process.on('message', async ({ id, task, input }: { id: number; task: string; input: unknown }) => {
    try {
      const run = all[task]
      if (!run) throw new Error(`There is no task ${task}.`)
      process.send?.({ id, answer: await run(input as never) }) // each task knows its own input
    } catch (fault) {
      process.send?.({ id, fault: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault) })
    }
  })
  process.on('disconnect', () => process.exit(0))
  process.on('SIGTERM', () => process.exit(0))
}
