import { Button, Group, Modal, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useBrand } from '../../lib/brand.ts'
import { Ltr } from '../../ui/ltr.tsx'
import classes from './second-factor.module.css'

/** Shown once: the codes that open the account when the phone is lost. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const productName = useBrand((brand) => brand.productName)
  const text = `${productName} recovery codes\n\n${codes.join('\n')}\n`
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`
  return (
    <Modal opened onClose={onDone} title="Recovery codes" size="28rem" closeOnClickOutside={false}>
      <Text size="sm">
        Each of these codes signs you in once when you do not have your phone. Keep them in a safe place: they
        are not shown again.
      </Text>
      <ol className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <Ltr>{code}</Ltr>
          </li>
        ))}
      </ol>
      <Group justify="flex-end">
        <Button
          component="a"
          href={file}
          download="zelab-recovery-codes.txt"
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} />}
        >
          Download
        </Button>
        <Button onClick={onDone}>I have kept them</Button>
      </Group>
    </Modal>
  )
}
