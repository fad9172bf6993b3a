import { tickDeadlines } from '@/lib/challenges/deadlines'
import { answerTasks } from './answer-tasks'

// The deadline tick in a process of its own.
answerTasks({
  async tick() {
    const begun = performance.now()
    const { transitions } = await tickDeadlines()
    return { transitions, seconds: (performance.now() - begun) / 1000 }
  },
})
