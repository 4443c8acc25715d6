import { Button, Group } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useDocumentTitle } from '../layout/window.ts'
import type { BackFallback } from '../actions/go-back.ts'
import { useGoBack } from '../actions/go-back.ts'
import classes from './status-page.module.css'
import * as texts from '../texts.ts'

interface StatusPageProps {
  /** "404" or "401"; absent for other pages. */
  code?: string
  title: string
  children: ReactNode
  backTo?: BackFallback
  actions?: ReactNode
  /** True outside the shell: fills the window and provides the main landmark. */
  isFullScreen?: boolean
}

export function StatusPage({ code, title, children, backTo, actions, isFullScreen }: StatusPageProps) {
  useDocumentTitle(title)
  const Frame = isFullScreen ? 'main' : 'div'
  return (
    <Frame className={classes.page} data-full-screen={isFullScreen || undefined}>
      {code && (
        <p className={classes.code} aria-hidden="true">
          {code}
        </p>
      )}
      <h1 className={classes.title}>{title}</h1>
      <div className={classes.text}>{children}</div>
      <Group justify="center" gap="xs" mt="xs">
        {backTo && <GoBackButton fallback={backTo} />}
        {actions}
      </Group>
    </Frame>
  )
}

function GoBackButton({ fallback }: { fallback: BackFallback }) {
  const goBack = useGoBack(fallback)
  return (
    <Button variant="default" leftSection={<IconArrowLeft size={16} />} onClick={goBack}>
      {texts.goBack}
    </Button>
  )
}
