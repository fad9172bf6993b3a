'use client'

import { createContext } from 'react'

/** The action of a page that a form belongs to. A draft of the form is listed by its title, and leads to it. */
export interface FormAction {
  readonly title: string
  /** What its address has after the page's path. */
  readonly hash: string
}

/** The action around a form; null where a page has no list of actions. */
export const ActionAround = createContext<FormAction | null>(null)
