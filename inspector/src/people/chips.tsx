import { Icon } from '../parts/icons.tsx';

interface Props {
  readonly items: readonly string[];
  /** How one is taken out, in words. */
  readonly outOf: (item: string) => string;
  readonly onItems: (items: readonly string[]) => void;
}

/** What a list has, each with a way to take it out. */
export const Chips = ({ items, outOf, onItems }: Props) => (
  <>
    {items.map((item, place) => (
      <span key={place} class="list-item">
        <span>{item}</span>
        <button type="button" class="quiet" aria-label={outOf(item)} onClick={() => onItems(items.toSpliced(place, 1))}>
          <Icon name="cancel" size={12} />
        </button>
      </span>
    ))}
  </>
);
