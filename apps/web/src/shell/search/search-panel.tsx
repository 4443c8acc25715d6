import { Button, Group, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { SEARCH_MAX_LENGTH } from '@zelab/contract/limits'
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react'
import { withoutMarks } from '@zelab/contract/fields/typed-text'
import { messageOf } from '../../lib/api-error.ts'
import { useCan } from '../../lib/session-store.ts'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import { Hint } from '../../ui/display/inline.tsx'
import classes from './search.module.css'
import { useSearchGroups, type SearchOption } from './search-groups.tsx'
import { MODIFIER } from '../shortcuts/shortcut-list.ts'
import { SearchList } from './search-list.tsx'
import * as texts from './texts.tsx'
import { useRecordSearch } from '../../lib/queries/record-search.ts'

interface SearchPanelProps {
  after: (action: () => void) => () => void
  onClose: () => void
  onLogout: () => void
}

type Action = 'choose' | 'publish'

export function SearchPanel({ after, onClose, onLogout }: SearchPanelProps) {
  const may = useCan()
  const listId = useId()
  const [text, setText] = useState('')
  const typed = withoutMarks(text).trim()
  const { found, error, isSettled, retry } = useRecordSearch(typed)
  const isNothingFound = Boolean(found?.text) && found?.patients.length === 0 && found.reports.length === 0
  const groups = useSearchGroups({ typed, found, after, onLogout })
  const options = groups.flatMap((group) => group.options)
  const idOf = (option: SearchOption) => `${listId}-${option.key}`

  // The first option is active until the user moves; a similar name is never active by default.
  const [movedTo, setMovedTo] = useState<{ key: string | undefined; byKeys: boolean }>()
  const moved = options.find(({ key }) => key === movedTo?.key)
  const first = options[0]
  const active = moved ?? (first?.isSimilar ? undefined : first)
  const move = (index: number) => setMovedTo({ key: options.at(index % options.length)?.key, byKeys: true })
  const place = active ? options.indexOf(active) : -1

  // Enter waits for pending results.
  const pending = useRef<Action>(undefined)
  const runAction = (action: Action) => {
    if (action === 'publish') active?.publish?.()
    else active?.choose()
  }
  const runPending = useEffectEvent(() => {
    if (pending.current) runAction(pending.current)
    pending.current = undefined
  })
  useEffect(() => {
    if (isSettled) runPending()
  }, [isSettled])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const steps: Record<string, () => void> = {
      ArrowDown: () => move(place + 1),
      ArrowUp: () => move(Math.max(place, 0) - 1),
      Home: () => move(0),
      End: () => move(-1),
      Enter: () => {
        const action = event.ctrlKey || event.metaKey ? 'publish' : 'choose'
        if (isSettled || (moved && movedTo?.byKeys)) runAction(action)
        else pending.current = action
      },
    }
    const step = steps[event.key]
    // Enter also works before the first results, when there is nothing to move through.
    if (!step || event.shiftKey || (options.length === 0 && event.key !== 'Enter')) return
    event.preventDefault()
    step()
  }

  return (
    <>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.75} aria-hidden="true" />
        <input
          className={classes.input}
          role="combobox"
          aria-label={texts.search}
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-activedescendant={active && idOf(active)}
          aria-autocomplete="list"
          placeholder={texts.placeholder}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={SEARCH_MAX_LENGTH}
          // Synchronously, so that the next key is not lost.
          autoFocus
          data-autofocus
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setMovedTo(undefined)
            pending.current = undefined
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton label={texts.closeSearch} onClick={onClose}>
          <IconX size={18} stroke={1.75} />
        </IconButton>
      </div>
      <div className={classes.results}>
        {error && (
          <Group
            role="alert"
            justify="space-between"
            wrap="nowrap"
            px="md"
            pt="sm"
            c="var(--negative-text)"
            fz="sm"
          >
            <span>{texts.notSearched(messageOf(error))}</span>
            <Button variant="default" size="xs" onClick={retry}>
              {texts.retry}
            </Button>
          </Group>
        )}
        {!found && !error && (
          <Stack gap="xs" pt="sm" pb={4} px="md" aria-hidden="true">
            <Skeleton height="2rem" />
            <Skeleton height="2rem" />
            <Skeleton height="2rem" />
          </Stack>
        )}
        {found && isNothingFound && (
          <Hint px="md" pt="sm">
            {texts.nothingFoundFor(<bdi>{found.text}</bdi>)}
          </Hint>
        )}
        {found?.text && first?.isSimilar && (
          <Hint px="md" pt="sm">
            {texts.onlySimilar(<bdi>{found.text}</bdi>)}
          </Hint>
        )}
        <SearchList
          id={listId}
          groups={groups}
          idOf={idOf}
          active={active}
          onPoint={({ key }) => setMovedTo({ key, byKeys: false })}
        />
      </div>
      <VisuallyHidden role="status">
        {isSettled &&
          (found && isNothingFound ? texts.nothingFoundFor(found.text) : texts.resultCount(options.length))}
      </VisuallyHidden>
      <div className={classes.keys} aria-hidden="true">
        <span>
          {texts.toMove(
            <>
              <kbd>↑</kbd> <kbd>↓</kbd>
            </>,
          )}
        </span>
        <span data-off={!active || undefined}>{texts.toOpen(<kbd>{texts.enterKey}</kbd>)}</span>
        {may('reports:publish') && (
          <span data-off={!active?.publish || undefined}>
            {texts.toPublish(
              <>
                <kbd>{MODIFIER}</kbd> <kbd>{texts.enterKey}</kbd>
              </>,
            )}
          </span>
        )}
        <span>{texts.toClose(<kbd>{texts.escapeKey}</kbd>)}</span>
      </div>
    </>
  )
}
