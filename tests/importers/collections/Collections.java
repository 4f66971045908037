// Writes what Java's and Guava's collections put into a stream, a line each: what is in it, its
// class, the stream in hexadecimal digits. What is in it ends with "." for collections, with ":" for
// maps, with ";" for multimaps.
//
//     java -cp guava.jar Collections.java > collections.txt

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.HashBiMap;
import com.google.common.collect.HashMultimap;
import com.google.common.collect.ImmutableBiMap;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSetMultimap;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.ListMultimap;
import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.util.*;
import java.util.concurrent.*;

class Written {
  enum Colour { RED, GREEN }

  static class Mine extends ArrayList<String> {}

  static void write(String holds, Object thing) throws Exception {
    var bytes = new ByteArrayOutputStream();
    try (var stream = new ObjectOutputStream(bytes)) {
      stream.writeObject(thing);
    }
    var hex = HexFormat.of().formatHex(bytes.toByteArray());
    System.out.println(holds + " " + thing.getClass().getName() + " " + hex);
  }

  public static void main(String[] arguments) throws Exception {
    var ab = Arrays.asList("a", "b");
    var mine = new Mine();
    mine.addAll(ab);
    var stack = new Stack<String>();
    stack.addAll(ab);
    Set<String> keys = ConcurrentHashMap.newKeySet();
    keys.addAll(ab);
    Set<String> fromMap = Collections.newSetFromMap(new LinkedHashMap<>());
    fromMap.addAll(ab);
    List<Collection<String>> collections = List.of(
        ab, List.of("a", "b"), List.copyOf(ab), ab.stream().toList(), mine, stack, keys, fromMap,
        new ArrayList<>(ab), new LinkedList<>(ab), new Vector<>(ab), new ArrayDeque<>(ab),
        new PriorityQueue<>(ab), new TreeSet<>(ab), new HashSet<>(ab), new LinkedHashSet<>(ab),
        new CopyOnWriteArrayList<>(ab), new CopyOnWriteArraySet<>(ab),
        new ConcurrentSkipListSet<>(ab), new ConcurrentLinkedQueue<>(ab),
        new ConcurrentLinkedDeque<>(ab), new LinkedBlockingQueue<>(ab),
        new LinkedBlockingDeque<>(ab), Collections.asLifoQueue(new ArrayDeque<>(ab)),
        Collections.unmodifiableList(ab), Collections.unmodifiableList(new LinkedList<>(ab)),
        Collections.unmodifiableSet(new TreeSet<>(ab)), Collections.unmodifiableCollection(ab),
        Collections.unmodifiableSortedSet(new TreeSet<>(ab)),
        Collections.synchronizedList(new ArrayList<>(ab)),
        Collections.synchronizedSet(new TreeSet<>(ab)),
        Collections.checkedList(new ArrayList<>(ab), String.class),
        ImmutableList.of("a", "b"), ImmutableSet.of("a", "b"), ImmutableSortedSet.of("a", "b"),
        ImmutableList.of("c", "a", "b").subList(1, 3));
    for (var collection : collections) {
      write("ab.", collection);
    }
    List<Collection<String>> single = List.of(
        Collections.singleton("a"), Collections.singletonList("a"), List.of("a"), Set.of("a"),
        ImmutableList.of("a"), ImmutableSet.of("a"));
    for (var collection : single) {
      write("a.", collection);
    }
    write("aa.", Collections.nCopies(2, "a"));
    write("RG.", EnumSet.of(Colour.RED, Colour.GREEN));
    for (Object empty : List.of(Collections.emptyList(), Collections.emptySet(), List.of())) {
      write(".", empty);
    }

    Map<String, String> map = new LinkedHashMap<>();
    map.put("a", "1");
    map.put("b", "2");
    List<Map<String, String>> maps = List.of(
        map, new HashMap<>(map), new TreeMap<>(map), new Hashtable<>(map),
        new ConcurrentHashMap<>(map), new ConcurrentSkipListMap<>(map), Map.of("a", "1", "b", "2"),
        Collections.unmodifiableMap(map), Collections.unmodifiableSortedMap(new TreeMap<>(map)),
        Collections.synchronizedMap(map), Collections.checkedMap(map, String.class, String.class),
        ImmutableMap.of("a", "1", "b", "2"), ImmutableBiMap.of("a", "1", "b", "2"),
        ImmutableSortedMap.of("a", "1", "b", "2"), HashBiMap.create(map));
    for (var each : maps) {
      write("a1b2:", each);
    }
    write("a1:", Map.of("a", "1"));
    write("a1:", Collections.singletonMap("a", "1"));
    write("a1:", ImmutableMap.of("a", "1"));
    write(":", Map.of());
    write(":", Collections.emptyMap());
    Map<String, String> identity = new IdentityHashMap<>();
    identity.put("a", "1");
    write("a1:", identity);
    Map<Colour, String> colours = new EnumMap<>(Colour.class);
    colours.put(Colour.RED, "1");
    write("R1:", colours);

    ListMultimap<String, String> many = ArrayListMultimap.create();
    many.put("a", "1");
    many.put("a", "2");
    many.put("b", "3");
    for (Object each : List.of(many, HashMultimap.create(many), ImmutableListMultimap.copyOf(many),
        ImmutableSetMultimap.copyOf(many))) {
      write("a12b3;", each);
    }
  }
}
