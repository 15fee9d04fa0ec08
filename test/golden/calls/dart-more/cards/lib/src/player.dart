import 'card.dart';
import 'deck.dart';

typedef Chooser = Card Function(Hand hand);

abstract interface class Strategy {
  Future<Card> choose(Hand hand);
}

class Greedy implements Strategy {
  const Greedy();

  @override
  Future<Card> choose(Hand hand) async => hand.strongest();
}

class Scripted implements Strategy {
  final Chooser _chooser;

  Scripted(this._chooser);

  @override
  Future<Card> choose(Hand hand) => Future.value(_chooser(hand));
}

class Player {
  final String name;
  final Hand hand = Hand(limit: 3);
  final Strategy strategy;
  int _score = 0;

  Player(this.name, {this.strategy = const Greedy()});

  int get score => _score;
  set score(int value) => _score = _clamp(value);

  static int _clamp(int value) => value < 0 ? 0 : value;

  void take(Deck deck) => hand.put(deck.draw());

  Future<Card> play() async {
    final card = await strategy.choose(hand);
    hand.cards.remove(card);
    return card;
  }
}

class Game {
  final List<Player> players;
  final Deck deck;
  final void Function(Player)? onWin;

  Game(this.players, {Deck? deck, this.onWin}) : deck = deck ?? Deck.full();

  Future<Player> round() async {
    players.forEach(_deal);
    Player? leader;
    Card? top;
    for (final player in players) {
      final card = await player.play();
      if (top == null || card > top) {
        top = card;
        leader = player;
      }
    }
    leader!.score = leader.score + 1;
    onWin?.call(leader);
    return leader;
  }

  void _deal(Player player) => player
    ..take(deck)
    ..take(deck);
}
