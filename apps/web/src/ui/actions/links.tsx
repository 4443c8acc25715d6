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
import { Isolated } from '../display/inline.tsx'

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

/** Props of a link that opens a new tab. Screen readers announce it by the hint of the shell. */
export const NEW_TAB = { target: '_blank', rel: 'noopener', 'aria-describedby': 'new-tab-hint' } as const
