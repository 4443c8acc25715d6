import type { LinkProps } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import classes from './record-table.module.css'

/** Where a row leads. */
export type RowTarget = Pick<LinkProps, 'to' | 'params' | 'search'>

/**
 * A link that covers its row, or its list item: with all keys of the mouse, as a link should. Keyboard and screen readers
 * have the link in words. Controls of the row lie above it. Nothing is loaded before it is pressed: opening a record is
 * recorded.
 */
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

/** Hands on a press of text that shows a hint and therefore lies above the link. */
export const followRowLink = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
  if (target instanceof Element && !target.closest('a, button, input, label'))
    currentTarget.querySelector<HTMLElement>('a[aria-hidden]')?.click()
}

/** The link is hidden from screen readers, so it must not get the focus. */
const keepFocus = (event: MouseEvent) => {
  if (event.button === 0) event.preventDefault()
}
