enum Suit {
  hearts(true),
  spades(false);

  const Suit(this.red);
  final bool red;

  String get symbol => _symbolOf(this);

  static String _symbolOf(Suit suit) => suit.red ? 'h' : 's';
}

class Card implements Comparable<Card> {
  final Suit suit;
  final int rank;

  const Card(this.suit, this.rank);

  factory Card.parse(String text) {
    final suit = Suit.values.firstWhere((s) => s.symbol == text[0]);
    return Card(suit, int.parse(text.substring(1)));
  }

  Card.ace(this.suit) : rank = 14;

  @override
  int compareTo(Card other) => rank.compareTo(other.rank);

  bool operator >(Card other) => compareTo(other) > 0;

  @override
  String toString() => '${suit.symbol}$rank';
}

extension Cards on List<Card> {
  Card get best => sorted().last;

  List<Card> sorted() => [...this]..sort(_byRank);
}

int _byRank(Card a, Card b) => a.compareTo(b);
