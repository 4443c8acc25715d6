import { Skeleton } from '@mantine/core'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import * as texts from './texts.ts'

interface SettingsLoadingProps {
  error: unknown
  isFetching: boolean
  onRetry: () => void
  height: string
}

export function SettingsLoading({ error, isFetching, onRetry, height }: SettingsLoadingProps) {
  if (!error) return <Skeleton height={height} radius="lg" role="status" aria-label={texts.loadingSettings} />
  return (
    <Sheet>
      <ErrorState error={error} onRetry={onRetry} isRetrying={isFetching} />
    </Sheet>
  )
}
