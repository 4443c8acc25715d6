import {
  type ActionIconProps,
  type AnchorProps,
  type ButtonProps,
  ActionIcon,
  Anchor,
  Button,
} from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import { Isolated } from '../display/isolated.tsx'
import * as texts from '../texts.ts'

type Rest<Props> = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Props> & {
  ref?: Ref<HTMLAnchorElement>
}

/** Mantine components with the router's typed `to`, `params` and `search`. */
export const AnchorLink = createLink(({ children, ...props }: AnchorProps & Rest<AnchorProps>) => (
  <Anchor {...props}>
    <Isolated>{children}</Isolated>
  </Anchor>
))

export const ButtonLink = createLink((props: ButtonProps & Rest<ButtonProps>) => (
  <Button component="a" {...props} />
))

/** Needs an `aria-label` and a tooltip with the same text. */
export const ActionIconLink = createLink((props: ActionIconProps & Rest<ActionIconProps>) => (
  <ActionIcon component="a" variant="subtle" color="gray" size="lg" {...props} />
))

const HINT_ID = 'new-tab-hint'

/** Props of a link that opens a new tab, which screen readers announce. */
export const NEW_TAB = { target: '_blank', rel: 'noopener', 'aria-describedby': HINT_ID } as const

/** The description of all such links, once in the shell. */
export function NewTabHint() {
  return (
    <span id={HINT_ID} hidden>
      {texts.opensNewTab}
    </span>
  )
}
