import { Button } from '@mantine/core'
import * as texts from '../texts.tsx'

export function ChooseAnotherRecord({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="default" size="md" onClick={onClick}>
      {texts.chooseAnotherRecord}
    </Button>
  )
}
