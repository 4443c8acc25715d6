import { Box, Group, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { BackFallback } from '../actions/go-back.ts'
import { useGoBack } from '../actions/go-back.ts'
import { IconButton } from '../actions/icon-button.tsx'
import { Isolated } from '../display/inline.tsx'
import { useDocumentTitle } from './window.ts'
import classes from './layout.module.css'
import * as texts from '../texts.ts'

interface PageHeaderProps {
  title: string
  /** Title of the browser tab, if it differs. */
  documentTitle?: string
  subtitle?: ReactNode
  subject?: ReactNode
  /** Shows the back control; its target without history. */
  backTo?: BackFallback
  aside?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** The page's h1 with back control and actions; also sets the document title. */
export function PageHeader({
  title,
  documentTitle,
  subtitle,
  subject,
  backTo,
  aside,
  actions,
  children,
}: PageHeaderProps) {
  useDocumentTitle(documentTitle ?? title)
  return (
    <Group component="header" align="flex-start" gap="0.5rem 1rem" pos="relative" mb="md">
      {backTo && <BackControl fallback={backTo} />}
      <Box flex="1 1 10rem" miw={0}>
        <Group gap="sm" mih="var(--control)">
          <h1 className={classes.title}>
            <Isolated>{title}</Isolated>
          </h1>
          {aside}
        </Group>
        {subject !== undefined && (
          <h2 className={classes.subject}>
            <Isolated>{subject}</Isolated>
          </h2>
        )}
        {subtitle !== undefined && <Text c="dimmed">{subtitle}</Text>}
      </Box>
      {actions && (
        <Group gap="xs" ms="auto">
          {actions}
        </Group>
      )}
      {children && (
        <Box flex="1 0 100%" miw={0}>
          {children}
        </Box>
      )}
    </Group>
  )
}

function BackControl({ fallback }: { fallback: BackFallback }) {
  const goBack = useGoBack(fallback)
  return (
    <IconButton label={texts.goBack} size="md" className={classes.back ?? ''} onClick={goBack}>
      <IconArrowLeft size={18} stroke={1.75} />
    </IconButton>
  )
}
