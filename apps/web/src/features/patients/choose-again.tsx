import { Button } from '@mantine/core'

export function ChooseAgain({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="default" size="md" onClick={onClick}>
      Choose Another Record
    </Button>
  )
}
