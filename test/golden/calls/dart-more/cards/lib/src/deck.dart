import 'dart:async';
import 'dart:math';

import 'card.dart';

int shuffleSeed() => 42;

mixin Counted {
  int _count = 0;

  int get count => _count;

  void bump() => _note(++_count);

  void _note(int n) {}
}

abstract class Pile with Counted {
  final List<Card> cards = [];

  Pile();

  void put(Card card) {
    check(card);
    cards.add(card);
    bump();
  }

  void check(Card card);

  Card draw() => cards.removeLast();
}

class Deck extends Pile {
  final StreamController<Card> _drawn = StreamController.broadcast();

  Deck.full() {
    for (final suit in Suit.values) {
      _fill(suit);
    }
    cards.shuffle(Random(shuffleSeed()));
  }

  Stream<Card> get drawn => _drawn.stream;

  void _fill(Suit suit) {
    put(Card.ace(suit));
    for (var rank = 2; rank < 14; rank++) put(Card(suit, rank));
  }

  @override
  void check(Card card) {
    assert(!cards.contains(card));
  }

  @override
  Card draw() {
    final card = super.draw();
    _drawn.add(card);
    return card;
  }
}

class Hand extends Pile {
  final int limit;

  Hand({this.limit = 5});

  @override
  void check(Card card) => _isFull ? throw _full() : null;

  bool get _isFull => cards.length >= limit;

  StateError _full() => StateError('full');

  Card strongest() => cards.best;
}
