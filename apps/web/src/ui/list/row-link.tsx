import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink, Link, type LinkProps } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { Isolated } from '../display/inline.tsx'
import classes from './list.module.css'

export type RowTarget = Pick<LinkProps, 'to' | 'params' | 'search' | 'replace'>

/** Text links serve keyboard and screen readers. No preload on hover: opening a record is logged. */
export function RowLink({ target }: { target: RowTarget }) {
  return (
    <Link
      {...target}
      className={classes.link}
      preload={false}
      tabIndex={-1}
      aria-hidden="true"
      draggable={false}
      onMouseDown={keepFocus}
    />
  )
}

/** Forwards clicks on text with a tooltip, which is above the link. */
export const followRowLink = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
  if (target instanceof Element && !target.closest('a, button, input, label'))
    currentTarget.querySelector<HTMLElement>('a[aria-hidden]')?.click()
}

/** The link is hidden from screen readers, so it must not take the focus. */
const keepFocus = (event: MouseEvent) => {
  if (event.button === 0) event.preventDefault()
}

/** The name of a record in a table, in ink until the pointer is above it. */
export const NameLink = createLink(({ children, ...props }: AnchorProps & { children?: ReactNode }) => (
  <Anchor {...props} className={classes.name ?? ''} inherit fw={600}>
    <Isolated>{children}</Isolated>
  </Anchor>
))
