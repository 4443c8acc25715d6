import { Box, Button } from '@mantine/core'
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { Notice } from '../../ui/feedback/notice.tsx'
import * as words from '../../ui/texts.ts'

interface Reset {
  title: string
  hint: string
}

const ResetContext = createContext<(reset: Reset) => void>(() => {})

export const useShowReset = (): ((reset: Reset) => void) => useContext(ResetContext)

/** The Admin's message to the user after a reset stays above the list until it is dismissed. */
export function ResetNotice({ children }: { children: ReactNode }) {
  const [reset, setReset] = useState<Reset>()
  const notice = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!reset) return
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [reset])
  return (
    <ResetContext value={setReset}>
      {reset && (
        <Box ref={notice} mb="md">
          <Notice
            tone="info"
            title={reset.title}
            actions={
              <Button
                variant="default"
                size="xs"
                onFocus={({ relatedTarget }) => {
                  if (relatedTarget instanceof HTMLElement) opener.current = relatedTarget
                }}
                onClick={() => {
                  setReset(undefined)
                  opener.current?.focus()
                }}
              >
                {words.dismiss}
              </Button>
            }
          >
            <p>{reset.hint}</p>
          </Notice>
        </Box>
      )}
      {children}
    </ResetContext>
  )
}
