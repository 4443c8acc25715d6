import { Checkbox, Text, Title } from '@mantine/core'
import { type PageShortcut, usePageShortcutStore } from '../../lib/page-shortcuts.ts'
import { useCan } from '../../lib/session-store.ts'
import { MessageDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { useLabUses } from '../navigation.ts'
import { GENERAL_SHORTCUTS, MODIFIER, pageShortcutsFor } from './shortcut-list.ts'
import { switchSingleKeys, useShortcutState } from '../../lib/shortcut-settings.ts'
import classes from './shortcut-sheet.module.css'
import * as texts from './texts.ts'

interface ShortcutSheetProps {
  isOpen: boolean
  onClose: () => void
}

interface Line {
  label: string
  /** Pressed at the same time. */
  together?: readonly string[]
  /** Pressed in sequence, separated by spaces. */
  keys?: string
  /** Alternatives. */
  either?: readonly string[]
}

export function ShortcutSheet({ isOpen, onClose }: ShortcutSheetProps) {
  const may = useCan()
  const hasSingleKeys = useShortcutState((state) => state.hasSingleKeys)
  const pages = pageShortcutsFor(may, useLabUses())
  const { sets } = usePageShortcutStore()
  return (
    <MessageDialog
      opened={isOpen}
      onClose={onClose}
      returnFocus={false}
      withCloseButton
      title={texts.title}
      size="38.75rem"
    >
      <div className={classes.groups}>
        <Group
          title={texts.everywhere}
          lines={Object.entries(texts.GENERAL).map(([name, label]) =>
            lineOf(label, GENERAL_SHORTCUTS[name as keyof typeof texts.GENERAL]),
          )}
        />
        {[...new Set(sets.map(({ title }) => title))].map((title) => (
          <Group
            key={title}
            title={title}
            lines={sets
              .flatMap((one) => (one.title === title ? one.read() : []))
              .filter(isFirst)
              .map(lineOfPage)}
          />
        ))}
        <Group title={texts.goTo} lines={pages.filter(({ isAction }) => !isAction)} />
        <Group title={texts.act} lines={pages.filter(({ isAction }) => isAction)} />
      </div>
      <Checkbox
        className={classes.switch}
        label={texts.singleKeys}
        description={texts.singleKeysWhy}
        checked={hasSingleKeys}
        onChange={(event) => switchSingleKeys(event.currentTarget.checked)}
      />
    </MessageDialog>
  )
}

const lineOf = (label: string, { key, hasModifier }: { key: string; hasModifier: boolean }): Line =>
  hasModifier ? { label, together: [MODIFIER, key.toUpperCase()] } : { label, keys: key }

/** Lists of one page have the same shortcuts. */
const isFirst = ({ label }: PageShortcut, index: number, all: readonly PageShortcut[]): boolean =>
  all.findIndex((one) => one.label === label) === index

const lineOfPage = ({ label, keys, hasModifier }: PageShortcut): Line =>
  hasModifier ? { label, together: [MODIFIER, ...keys.map(keyName)] } : { label, either: keys.map(keyName) }

const KEY_NAMES: Partial<Record<string, string>> = texts.KEY_NAMES

const keyName = (key: string): string => KEY_NAMES[key] ?? key

function Group({ title, lines }: { title: string; lines: readonly Line[] }) {
  if (lines.length === 0) return null
  return (
    <section className={classes.group} aria-label={title}>
      <Title order={3} mt={0} mb={4} mx={0} c="dimmed" size="xs" fw={500}>
        {title}
      </Title>
      <dl>
        {lines.map(({ label, together, keys, either }) => (
          <div key={label} className={classes.line}>
            <dt>{label}</dt>
            <dd>
              {(together ?? either ?? keys?.split(' ') ?? []).map((key, index) => (
                <span key={key}>
                  {index > 0 && (
                    <Text span mx="xs" c="dimmed" size="xs">
                      {together ? '+' : either ? texts.or : texts.andThen}
                    </Text>
                  )}
                  <kbd className={classes.key}>{key}</kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
