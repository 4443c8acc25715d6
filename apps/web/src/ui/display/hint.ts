import { Text } from '@mantine/core'

/** Secondary text. */
export const Hint = Text.withProps({ size: 'sm', c: 'dimmed' })
